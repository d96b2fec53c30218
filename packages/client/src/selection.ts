// Which fields are asked for, as an object: `{ number: true, client: { name: true } }`; and the type of what is answered then.

type Of<Type> = NonNullable<Type> extends readonly (infer One)[] ? NonNullable<One> : NonNullable<Type>;

/** `true` for a value, an object of fields for an object or a list of them. */
export type Selection<Type> = unknown extends Type
  ? true
  : Of<Type> extends object
    ? { readonly [Name in keyof Of<Type>]?: Selection<Of<Type>[Name]> }
    : true;

/** Refuses the names that the type does not have. */
export type Known<Type, Selected> = Selected extends true
  ? true
  : { [Name in keyof Selected]: Name extends keyof Of<Type> ? Known<Of<Type>[Name], Selected[Name]> : never };

export type Answer<Type, Selected> = Type extends null
  ? null
  : Selected extends true
    ? Type
    : Type extends readonly (infer One)[]
      ? Answer<One, Selected>[]
      : { -readonly [Name in keyof Selected & keyof Type]: Answer<Type[Name], Selected[Name]> };

export function selectionText(selection: unknown): string {
  if (selection === true) return '';
  const fields = Object.entries(selection as object).filter(([, part]) => part !== undefined);
  return ` { ${fields.map(([name, part]) => `${name}${selectionText(part)}`).join(' ')} }`;
}
