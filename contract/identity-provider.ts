import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './sessions.ts';

/** Specification, section 7. */
export const PROVIDER_SCOPES = 'openid profile email';

/** What the browser needs to know of the identity provider; told at run time, never built in. */
const identityProvider = z.object({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.literal(PROVIDER_SCOPES),
});
export type IdentityProviderFacts = z.output<typeof identityProvider>;

const providerToken = z.string().check(z.minLength(1), z.maxLength(20_000));

export const getIdentityProvider = endpoint({
  method: 'GET',
  path: '/api/auth/provider',
  summary: 'The identity provider to sign in with, if there is one.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'none',
  answer: z.object({ provider: z.nullable(identityProvider) }),
  answers: 200,
  refusals: [],
});

export const logInByProvider = endpoint({
  method: 'POST',
  path: '/api/auth/provider',
  summary:
    "Sign in with the identity provider's ID token and the nonce that it was asked for with; each is taken once. " +
    'Where the ID token carries no e-mail, the access token asks the provider for it.',
  tag: 'Sessions',
  access: 'guest',
  limit: 'sign-in',
  body: z.object({
    idToken: providerToken,
    nonce: z.string().check(z.minLength(1), z.maxLength(255)),
    accessToken: z.optional(providerToken),
  }),
  answer: signedIn,
  answers: 200,
  refusals: ['provider_rejected', 'provider_unreachable', 'email_taken'],
});
