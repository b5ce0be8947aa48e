import { Empty } from './page-states.tsx';
import { useShopPath } from './use-shop-path.ts';

type NothingYetProps = { title: string; text: string; toShop: string };

/** What stands where the customer's books would be, and the way to them. */
export function NothingYet({ title, text, toShop }: NothingYetProps) {
  const shop = useShopPath();
  return (
    <Empty title={title} text={text}>
      <a className="button" href={shop('/browse')}>
        {toShop}
      </a>
    </Empty>
  );
}
