// Sign-in, in English.
import type { words as es } from '../es/sign-in.ts';

export const words: Record<keyof typeof es, string> = {
  // Sign-in
  'signIn.title': 'Welcome to Folio',
  'signIn.about': 'Your inventory and your electronic invoices, in one place.',
  'signIn.token': 'Access token',
  'signIn.enter': 'Sign in',
  'signIn.noToken': 'That does not look like a token. It is a long text with two points inside.',
  'signIn.refused': 'The service did not accept that token: it may have expired. Paste a new one.',
  'signIn.where': 'No token? Ask your Folio administrator for one.',

  // What went wrong
  'link.title': 'Sign in here?',
  'link.ends': 'You are signed in to this company already. This ends that session.',
  'link.over': 'This link has been used, or is too old',
  'link.not': 'Do not sign in',
};
