import { useState } from 'react';
import { mailedToken } from '../mailed-token.ts';
import { AskForLink } from './ask-for-link.tsx';
import { ChoosePassword } from './choose-password.tsx';

/** Asks for the link to a new password; the mailed link opens it too, to choose that password. */
export function Component() {
  const [token] = useState(() => mailedToken('reset'));
  return token ? <ChoosePassword token={token} /> : <AskForLink />;
}
