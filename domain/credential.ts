/** For how long after a proof of identity its session may change what protects the account, export its data or delete it. */
export const PROOF_MINUTES = 5;

/** How long an authenticator may take to sign what it was asked to. */
export const CHALLENGE_MINUTES = 10;

/** A customer has a few devices; the browser gets the list of all. */
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;
