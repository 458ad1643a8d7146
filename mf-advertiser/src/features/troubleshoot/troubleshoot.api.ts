import type { Troubleshoot } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const troubleshootApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    /** Of the last seven days. What changes a campaign changes its causes. */
    troubleshootCampaign: build.query<Troubleshoot, string>({
      query: (id) => `/api/campaigns/${encodeURIComponent(id)}/troubleshoot`,
      providesTags: (_answer, _error, id) => [
        { type: 'Troubleshoot', id },
        { type: 'CampaignFacts', id },
      ],
    }),
  }),
});

export const { useTroubleshootCampaignQuery } = troubleshootApi;
