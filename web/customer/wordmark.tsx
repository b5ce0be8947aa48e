/** The shop's name, leading to the shop. The server puts it into the shell's title. */
export function Wordmark() {
  return (
    <a className="wordmark" href="/">
      {shopName}
    </a>
  );
}

const shopName = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '';
