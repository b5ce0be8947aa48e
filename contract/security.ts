import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, resourceId, timestamp } from './schemas.ts';
import { codeBody, passwordProof, renamePasskeyBody } from './security-forms.ts';
import { signedIn } from './sessions.ts';

const bytes = (max: number) => z.string().check(z.regex(/^[\w-]+$/, 'invalid'), z.maxLength(max));

/** What an authenticator signed, as a browser hands it over (WebAuthn, "AuthenticationResponseJSON"). */
const passkeyAssertion = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: z.exactOptional(bytes(100)),
  }),
});

/** A key that an authenticator created (WebAuthn, "RegistrationResponseJSON"). */
const passkeyAttestation = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(60_000),
    transports: z.exactOptional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/, 'invalid'))).check(z.maxLength(10))),
  }),
});

export type PasskeyAssertion = z.output<typeof passkeyAssertion>;
export type PasskeyAttestation = z.output<typeof passkeyAttestation>;

const credentialName = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.exactOptional(z.array(z.string())),
});

/** What a browser asks an authenticator to sign (WebAuthn, "PublicKeyCredentialRequestOptionsJSON"). */
const requestOptions = z.object({
  challenge: z.string(),
  timeout: z.exactOptional(z.int()),
  rpId: z.exactOptional(z.string()),
  allowCredentials: z.exactOptional(z.array(credentialName)),
  userVerification: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
});

/** What a browser creates a key from (WebAuthn, "PublicKeyCredentialCreationOptionsJSON"). */
const creationOptions = z.object({
  rp: z.object({ id: z.exactOptional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.exactOptional(z.int()),
  excludeCredentials: z.exactOptional(z.array(credentialName)),
  authenticatorSelection: z.exactOptional(
    z.object({
      residentKey: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
      requireResidentKey: z.exactOptional(z.boolean()),
      userVerification: z.exactOptional(z.enum(['required', 'preferred', 'discouraged'])),
    }),
  ),
  attestation: z.exactOptional(z.enum(['none', 'direct', 'enterprise', 'indirect'])),
});

export const startPasskeyLogIn = endpoint('startPasskeyLogIn', {
  summary: 'What a browser needs to sign in with a passkey; to be used once, within ten minutes.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'passkey',
  response: requestOptions,
  status: 200,
  errors: [],
});

export const logInByPasskey = endpoint('logInByPasskey', {
  summary: 'Sign in with a passkey.',
  tag: 'Sessions',
  access: 'guest',
  rateLimit: 'sign-in',
  body: z.object({ response: passkeyAssertion }),
  response: signedIn,
  status: 200,
  errors: ['passkey_rejected'],
});

export const startProof = endpoint('startProof', {
  summary: 'How this customer can prove who they are; `passkey` is to be used once, within ten minutes.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'write',
  response: z.object({ password: z.boolean(), code: z.boolean(), passkey: z.nullable(requestOptions) }),
  status: 200,
  errors: [],
});

export const proveIdentity = endpoint('proveIdentity', {
  summary: 'Prove who you are: for a few minutes this session may change what protects the account.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'sign-in',
  body: z.union([z.object({ passkey: passkeyAssertion }), codeBody, passwordProof]),
  status: 204,
  errors: ['too_many_attempts', 'passkey_rejected', 'code_required', 'code_wrong'],
});

const passkey = z.object({
  id: resourceId,
  name: z.string(),
  /** Whether other devices of the customer have it too. */
  is_backed_up: z.boolean(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
});
export type Passkey = z.output<typeof passkey>;

export const getSecurity = endpoint('getSecurity', {
  summary: 'What this customer signs in with besides the password.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'read',
  response: z.object({
    passkeys: z.array(passkey),
    second_step: z.nullable(z.object({ since: timestamp, recovery_codes: z.int() })),
  }),
  status: 200,
  errors: [],
});

export const startPasskey = endpoint('startPasskey', {
  summary: 'What a browser needs to create a passkey; to be used once, within ten minutes.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'write',
  response: creationOptions,
  status: 200,
  errors: ['too_many'],
});

export const addPasskey = endpoint('addPasskey', {
  summary: 'Add the passkey that the browser has created.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'write',
  body: z.object({ response: passkeyAttestation }),
  status: 204,
  errors: ['passkey_rejected', 'too_many'],
});

export const renamePasskey = endpoint('renamePasskey', {
  summary: 'Give a passkey another name.',
  tag: 'Sessions',
  access: 'customer',
  rateLimit: 'write',
  body: renamePasskeyBody,
  status: 204,
  errors: ['not_found'],
});

export const removePasskey = endpoint('removePasskey', {
  summary: 'Remove a passkey: nobody can sign in with it any more.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

const recoveryCodes = z.object({ codes: z.array(z.string()) });

export const startTotp = endpoint('startTotp', {
  summary:
    'A new secret for an authenticator app, as text and as a link for a QR code; in use once its code is confirmed.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'write',
  response: z.object({ secret: z.string(), uri: z.string() }),
  status: 200,
  errors: ['second_step_on'],
});

export const confirmTotp = endpoint('confirmTotp', {
  summary: 'Turn the second step on by the first code of the app. The recovery codes are in this response only.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'sign-in',
  body: codeBody,
  response: recoveryCodes,
  status: 200,
  errors: ['code_wrong', 'second_step_on', 'too_many_attempts'],
});

export const removeTotp = endpoint('removeTotp', {
  summary: 'Turn the second step off.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'write',
  status: 204,
  errors: ['not_found'],
});

export const renewRecoveryCodes = endpoint('renewRecoveryCodes', {
  summary: 'New recovery codes, in this response only; the old ones are void.',
  tag: 'Sessions',
  access: 'customer',
  needsProof: true,
  rateLimit: 'write',
  response: recoveryCodes,
  status: 200,
  errors: ['not_found'],
});
