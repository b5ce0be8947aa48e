/** Names the page: in the tab and as its heading. */
export function PageTitle({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
    </>
  );
}
