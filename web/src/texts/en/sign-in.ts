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

  // Ways in
  'way.choose': 'Choose your password',
  'way.begin': 'Keep it and sign in',
  'way.email': 'E-mail',
  'way.password': 'Password',
  'way.current': 'Password of now',
  'way.new': 'New password',
  'way.again': 'Password once more',
  'way.least': 'At least {n} characters. A phrase that you remember is better than a difficult word.',
  'way.short': 'Some characters are missing: {n} at least.',
  'way.differs': 'It differs from the one above.',
  'way.wrong': 'That is not your password of now.',
  'way.about': 'A change ends your other sessions at this company.',
  'way.keep': 'Keep',
  'way.kept': 'Kept. Your other sessions have ended.',
  'way.none': 'There is nothing to choose here',
  'way.noneText':
    'You came by a token or by your identity provider. For a password of your own, ask your Folio administrator for an invitation.',
  'way.lost': 'Lost your password? Ask your Folio administrator for a new link.',
  'way.problem.UNAUTHENTICATED': 'The e-mail or the password is not right.',
  'way.problem.RATE_LIMITED': 'Too many tries. Wait a minute and try again.',
  'way.problem.NOT_FOUND': 'This link has been used, or is too old. Ask for another.',
};
