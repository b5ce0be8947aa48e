import { useShopPath } from './use-shop-path.ts';

/** The shop's name, leading to the shop in the reader's language. The server puts it into the shell's title. */
export function Wordmark() {
  const shop = useShopPath();
  return (
    <a className="wordmark" href={shop('/')}>
      {shopName}
    </a>
  );
}

const shopName = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '';
