import type { DebugViewAnswer } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const viewBannerApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    shellEndView: build.mutation<DebugViewAnswer, void>({
      query: () => ({ url: '/debug-tool/view/stop', method: 'POST', body: {} }),
    }),
  }),
});

export const { useShellEndViewMutation } = viewBannerApi;
