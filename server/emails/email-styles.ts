/** The shop's colours (`web/ui/tokens.css`), each with a class that a dark email client overrides. */
export type Palette = Record<'paper' | 'surface' | 'sunken' | 'ink' | 'soft' | 'line' | 'accent' | 'onAccent', string>;

export const LIGHT: Palette = {
  paper: '#faf6ef',
  surface: '#fffdf9',
  sunken: '#f2ebe0',
  ink: '#2b2430',
  soft: '#645a6b',
  line: '#e0d6c8',
  accent: '#735394',
  onAccent: '#ffffff',
};

export const DARK: Palette = {
  paper: '#1b1820',
  surface: '#252029',
  sunken: '#15121a',
  ink: '#f1ebf0',
  soft: '#b8adbd',
  line: '#3b3342',
  accent: '#b79cd4',
  onAccent: '#1b1820',
};

/** Emails load no fonts: these are the ones installed on the reader's device. */
export const FONTS = {
  ltr: {
    sans: "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
    serif: "Literata,Georgia,'Times New Roman',serif",
  },
  rtl: { sans: "Vazirmatn,'Segoe UI',Tahoma,sans-serif", serif: "Vazirmatn,'Segoe UI',Tahoma,sans-serif" },
} as const;

/** Small muted text: details, notes, the footer. */
export const SMALL_TEXT = { fontSize: '14px', lineHeight: '20px', color: LIGHT.soft } as const;

/**
 * What inline styles cannot say; a client that drops it shows the light email. Outlook on Windows knows no `max-width`
 * and skips `@media`: it gets the fixed width, every other client the fluid one.
 */
export const STYLE_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '.container{width:600px}',
  '@media screen{.container{width:100%!important}}',
  '@media (max-width:480px){.card{padding:24px 18px!important}.button{display:block!important}}',
  `@media (prefers-color-scheme:dark){${[
    `.paper,.paper>table>tbody>tr>td{background-color:${DARK.paper}!important}`,
    `.card{background-color:${DARK.surface}!important;border-color:${DARK.line}!important}`,
    `.panel{background-color:${DARK.sunken}!important}`,
    `.ink{color:${DARK.ink}!important}`,
    `.soft{color:${DARK.soft}!important}`,
    `.line{border-color:${DARK.line}!important}`,
    `.link{color:${DARK.accent}!important}`,
    `.button{background-color:${DARK.accent}!important;color:${DARK.onAccent}!important}`,
  ].join('')}}`,
].join('\n');
