// Refuses input values that the database cannot store, and texts, lists and nesting beyond fixed limits.
import { GraphQLError, type ASTVisitor, type ValidationContext } from 'graphql';
import { DomainError, sentence, type Sentence } from '../platform/errors.ts';

const MOST_CHARACTERS = 10_000;
const MOST_ENTRIES = 1000;
const MOST_LEVELS = 10;

function problemOf(text: string): Sentence | undefined {
  const { length } = text;
  if (length > MOST_CHARACTERS)
    return sentence('A text must have at most {most} characters, not {length}', { most: MOST_CHARACTERS, length });
  if (text.includes('\0')) return sentence('A text must not contain NUL characters');
  return text.isWellFormed() ? undefined : sentence('A text must be well-formed Unicode');
}

function problemOfList(length: number): Sentence | undefined {
  if (length <= MOST_ENTRIES) return undefined;
  return sentence('A list must have at most {most} entries, not {length}', { most: MOST_ENTRIES, length });
}

function refusal({ template, params }: Sentence, field?: string): GraphQLError {
  const named = field === undefined ? params : { ...params, field };
  const originalError = new DomainError<string>('BAD_USER_INPUT', template, named);
  return new GraphQLError(originalError.message, { originalError });
}

/** Validation rule for literals in the document. */
export function storableTexts(context: ValidationContext): ASTVisitor {
  const refuse = (problem: Sentence | undefined): void => {
    if (problem !== undefined) context.reportError(refusal(problem));
  };
  return {
    StringValue: (node) => refuse(problemOf(node.value)),
    ListValue: (node) => refuse(problemOfList(node.values.length)),
  };
}

/** The first problem of the variables, as an error that names the argument, or the field of the input, that has it. */
export function unstorableVariable(variables: object): GraphQLError | undefined {
  const problem = problemWithin(variables);
  return problem && refusal(problem, fieldWithProblem(variables));
}

function fieldWithProblem(variables: object): string | undefined {
  const [name, value] = Object.entries(variables).find(([, one]) => problemWithin(one, 1)) ?? [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return name;
  return Object.entries(value as object).find(([, one]) => problemWithin(one, 2))?.[0] ?? name;
}

function problemWithin(value: unknown, level = 0): Sentence | undefined {
  if (typeof value === 'string') return problemOf(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (level > MOST_LEVELS)
    return sentence('Variables must not be nested more than {levels} levels deep', { levels: MOST_LEVELS });
  const entries = Object.entries(value);
  const problem = problemOfList(entries.length);
  if (problem !== undefined) return problem;
  for (const part of entries.flat()) {
    const found = problemWithin(part, level + 1);
    if (found) return found;
  }
  return undefined;
}
