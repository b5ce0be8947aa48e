/** A text with the digits of Arabic and Persian keyboards as `0` to `9`. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
