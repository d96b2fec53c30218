// Public face of access: tokens, sessions, sign-in, and closed companies.
export { authenticator, verifier } from './authenticate.ts';
export type { Authentication, TokenVerification } from './authenticate.ts';
export { providerSignIn } from './provider-sign-in.ts';
export type { ProviderSettings } from './provider-sign-in.ts';
export { browserSessions, endSession, endSessions, listSessions } from './sessions.ts';
export type { OpenSession } from './sessions.ts';
export { digestOf, findMember, inviteMember, listMembers, removeMember, tenantOfCode } from './members.ts';
export type { Member } from './members.ts';
export { keysIn } from './session-cookies.ts';
export type { WhoAsks } from './session-cookies.ts';
export { OWN_NAMES, readClaims } from './claims.ts';
export type { ClaimNames } from './claims.ts';
export {
  createToken,
  assertLifetime,
  calendarKey,
  findToken,
  holderOfCalendar,
  issueToken,
  kidOf,
  lifetimeMs,
  listTokens,
  revokeToken,
  revokeTokens,
  writeToken,
} from './api-tokens.ts';
export type { ApiToken } from './api-tokens.ts';
export { keepWithin, rolesFor } from './limits.ts';
export { limitCallers } from './caller-limit.ts';
export type { CallerLimit } from './caller-limit.ts';
export { createSignInLinks } from './sign-in-links.ts';
export type { SignInLinks } from './sign-in-links.ts';
export { keysSince, noteKeys } from './installation-keys.ts';
export type { NamedKeys } from './installation-keys.ts';
