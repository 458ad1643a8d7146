import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

test('the eye is reached and pressed with the keyboard, and says whether it is', async () => {
  renderUi(
    <PasswordInput label="Password" visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  const eye = screen.getByRole('button', { name: 'Show the password' });
  await userEvent.tab();
  expect(document.activeElement).toBe(field);
  await userEvent.tab();
  expect(document.activeElement).toBe(eye);
  for (const [key, type] of [
    ['{Enter}', 'text'],
    [' ', 'password'],
  ] as const) {
    await userEvent.keyboard(key);
    expect([field.type, eye.getAttribute('aria-pressed')]).toEqual([type, String(type === 'text')]);
  }
});
