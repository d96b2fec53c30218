// Parts in chunks of their own, which come when they are first shown.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';

export type PropsOf<View> = View extends ComponentType<infer Props> ? Props : never;

/** The component of this name in its chunk; until it is here, `fallback`. */
export function later<Module, Name extends keyof Module>(
  chunk: () => Promise<Module>,
  name: Name,
  fallback?: ReactNode,
): (props: PropsOf<Module[Name]>) => ReactNode {
  const Part = lazy(async () => ({ default: (await chunk())[name] as ComponentType<object> }));
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...(props as object)} />
    </Suspense>
  );
}
