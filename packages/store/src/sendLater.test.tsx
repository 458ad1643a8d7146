import { sendFile } from './sendLater';

const sending = jest.fn();
jest.mock('./sendFile', () => ({
  get sendFile() {
    return sending();
  },
}));
const options = { personId: 1, signal: new AbortController().signal, onProgress: () => undefined };
const file = new File(['x'], 'x.png');

test('hands everything on, and the answer back', async () => {
  const answer = { data: { id: 1 }, status: 201 };
  const send = jest.fn().mockResolvedValue(answer);
  sending.mockReturnValue(send);
  expect(await sendFile('/api/x', file, options)).toBe(answer);
  expect(send).toHaveBeenCalledWith('/api/x', file, options);
});
