// Sign-in, in English.
import type { words as es } from '../es/sign-in.ts';

export const words: Record<keyof typeof es, string> = {
  // Sign-in
  'signIn.title': 'Welcome to Folio',
  'signIn.about': 'Your inventory and your electronic invoices, in one place.',
  'signIn.token': 'Access token',
  'signIn.enter': 'Sign in',
  'signIn.noToken': 'That does not look like a token. It is a long text with two points inside.',
  'signIn.provider': 'Sign in with your account',
  'signIn.byToken': 'Sign in with a token',
  'signIn.ended': 'Your session has ended. Sign in again and go on where you were: what you typed is kept.',
  'signIn.goOn': 'Go on at {name}',
  'signIn.problem.denied': 'The identity provider did not let you in. Try again, or ask your Folio administrator.',
  'signIn.problem.no-company': 'Your account has no company in Folio. Ask your Folio administrator for access.',
  'signIn.problem.unreachable': 'The identity provider does not answer. Try again in some minutes.',
  'signIn.problem.late': 'It took too long, or it was begun in another browser. Begin again.',
  'signIn.problem.failed': 'Signing in failed. Begin again; if that repeats, tell your Folio administrator.',
  'signIn.refused': 'The service did not accept that token: it may have expired. Paste a new one.',
  'signIn.where': 'No token? Ask your Folio administrator for one.',

  // Problems
  'link.title': 'Sign in here?',
  'link.ends': 'You are signed in to this company already. This ends that session.',
  'link.over': 'This link has been used, or is too old',
  'link.not': 'Do not sign in',
};
