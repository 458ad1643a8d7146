import { api } from '../api';

interface ChannelAuth {
  auth: string;
  channel_data?: string;
}
interface UserAuth {
  auth: string;
  user_data: string;
}

/** How a connection shows who it is: through the API slice, so that an old CSRF token is renewed on the way. */
export const realtimeApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    realtimeChannelAuth: build.mutation<ChannelAuth, { socket_id: string; channel_name: string }>({
      query: (body) => ({ url: '/broadcasting/auth', method: 'POST', body, quiet: true }),
    }),
    realtimeUserAuth: build.mutation<UserAuth, { socket_id: string }>({
      query: (body) => ({ url: '/broadcasting/user-auth', method: 'POST', body, quiet: true }),
    }),
  }),
});
