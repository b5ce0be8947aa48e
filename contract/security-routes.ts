/** The endpoints that only the security settings and passkeys need: their scripts bring them, so that no other page does. */
export const SECURITY_ROUTES = {
  startPasskeyLogIn: 'POST /api/auth/passkey/start',
  logInByPasskey: 'POST /api/auth/passkey',
  startProof: 'POST /api/security/proof/start',
  proveIdentity: 'POST /api/security/proof',
  getSecurity: 'GET /api/security',
  startPasskey: 'POST /api/security/passkeys/start',
  addPasskey: 'POST /api/security/passkeys/add',
  renamePasskey: 'POST /api/security/passkeys/rename',
  removePasskey: 'POST /api/security/passkeys/remove',
  startTotp: 'POST /api/security/totp/start',
  confirmTotp: 'POST /api/security/totp/confirm',
  removeTotp: 'POST /api/security/totp/remove',
  renewRecoveryCodes: 'POST /api/security/recovery-codes',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;
