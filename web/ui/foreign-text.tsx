/** A title or name in its own language and direction, isolated from the text around it. */
export function ForeignText({ text, language }: { text: string; language: string }) {
  return (
    <bdi lang={language} dir="auto">
      {text}
    </bdi>
  );
}
