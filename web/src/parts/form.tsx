// A form that is sent by this page and not by the browser: Enter in a field, or its button.
import type { FormHTMLAttributes } from 'react';

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & { onSubmit(): void };

export const Form = ({ onSubmit, ...rest }: FormProps) => (
  <form
    className="form"
    noValidate
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
