// The signed-in person, and what that person may do (answer 47).
import { createContext, useContext } from 'react';
import type { SessionAnswer } from './api/answers.ts';

export type Viewer = SessionAnswer['viewer'] & { documentsNeedingPerson: number };
export type Role = 'viewer' | 'cashier' | 'operator' | 'admin';

export const ROLES: readonly Role[] = ['viewer', 'cashier', 'operator', 'admin'];

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** Undefined for a moment, until the service has said who is here. */
export const useViewer = (): Viewer | undefined => useContext(ViewerContext);

/** True until the viewer is loaded; the service checks the role anyway. */
export function useMay(wanted: Role): boolean {
  const viewer = useViewer();
  return viewer === undefined || hasRole(viewer.roles, wanted);
}

export const hasRole = (roles: readonly string[], wanted: Role): boolean =>
  roles.some((role) => role === wanted || (role !== 'cashier' && ROLES.indexOf(role as Role) >= ROLES.indexOf(wanted)));
