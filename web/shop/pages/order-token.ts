import { usePageRequest } from '../shop-context.tsx';

/** Below the order's page, the address also names what is asked for: the token is its second part. */
export function useOrderToken(): string {
  return usePageRequest().path.split('?')[0]!.split('/')[2]!;
}
