/** The generic pages of the specification (section 2). */
export const STATUS_PAGES = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'lock-screen',
  'comingsoon',
  'error-404',
  'error-500',
  'not-authorized',
  'maintenance',
] as const;
export type StatusPageName = (typeof STATUS_PAGES)[number];
