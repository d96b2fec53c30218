// The refusal of what cannot be answered without the PAC, which cannot be asked.
import { DomainError } from '../platform/errors.ts';

export function pacUnavailable(cause: string): DomainError {
  return new DomainError('PAC_UNAVAILABLE', 'The PAC cannot be asked at the moment: {cause}', { cause });
}
