import { getIdentityProvider, type IdentityProviderFacts } from '#contract/identity-provider.ts';
import { call } from '../../browser/client.ts';

let known: Promise<IdentityProviderFacts | null> | undefined;

/** The identity provider of this shop, asked for once; where the answer stays away, none, until it is asked again. */
export function loadProvider(): Promise<IdentityProviderFacts | null> {
  known ??= call(getIdentityProvider).then(
    ({ provider }) => provider,
    () => {
      known = undefined;
      return null;
    },
  );
  return known;
}
