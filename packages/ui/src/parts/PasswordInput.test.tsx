import { screen } from '@testing-library/react';
import { renderUi } from '../testing/renderUi';
import { PasswordInput } from './PasswordInput';

test('a password that is wrong says so to who listens, with its reason, and one that is fine does not', () => {
  const { rerender } = renderUi(<PasswordInput label="Password" />);
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  rerender(<PasswordInput label="Password" error="Enter your password" />);
  const wrong = screen.getByLabelText('Password');
  expect(wrong.getAttribute('aria-invalid')).toBe('true');
  const reason = document.getElementById(wrong.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Enter your password');
});
