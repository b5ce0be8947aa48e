import * as z from 'zod/mini';
import { isTrustedAddress } from '../provider-settings.ts';
import { readJson } from './read-json.ts';

const address = z.string().check(z.maxLength(2000), z.refine(isTrustedAddress));

const discoveryDocument = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: z.optional(address),
  end_session_endpoint: z.optional(address),
});
/** What a provider says of itself (OpenID Connect Discovery). */
export type Discovery = z.output<typeof discoveryDocument>;

/** Seconds after a failure in which nobody asks again by the way. */
const PAUSE = 30;

/** A provider's discovery document: asked for when it is first needed, once for all who wait, and kept. */
export function discoveryOf(issuer: string) {
  let known: Discovery | undefined;
  let asking: Promise<Discovery> | undefined;
  let quietUntil = 0;
  const ask = async (): Promise<Discovery> => {
    quietUntil = performance.now() + PAUSE * 1000;
    const document = discoveryDocument.parse(await readJson(documentOf(issuer)));
    if (document.issuer !== issuer) throw new Error(`calls itself ${document.issuer}, not ${issuer}`);
    known = document;
    return document;
  };
  const get = async (): Promise<Discovery> => {
    if (known) return known;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    /** The document; throws where the provider does not give a good one. */
    get,
    /** The origins that it names, as far as it is known by now; the first who asks has it read in the background. */
    origins: (): readonly string[] => {
      if (!known && performance.now() >= quietUntil) get().catch(() => {});
      return [...new Set([issuer, ...addressesIn(known)].map((one) => new URL(one).origin))];
    },
  };
}

function documentOf(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function addressesIn(document: Discovery | undefined): string[] {
  return Object.values(document ?? {}).filter((value) => value !== undefined);
}
