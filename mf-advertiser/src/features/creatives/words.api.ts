import type { Asset, NativeInput, TextInput } from '@ezdash/contracts';
import { api } from '@ezdash/store';

const wordsApi = api.injectEndpoints({
  overrideExisting: true,
  endpoints: (build) => ({
    advertiserAddNative: build.mutation<Asset, NativeInput>({
      query: (body) => ({ url: '/api/assets/native', method: 'POST', body }),
    }),
    advertiserAddText: build.mutation<Asset, TextInput>({
      query: (body) => ({ url: '/api/assets/text', method: 'POST', body }),
    }),
  }),
});

export const { useAdvertiserAddNativeMutation, useAdvertiserAddTextMutation } = wordsApi;
