/** Bid requests for tests: valid as they are, a test names what it is about. */
export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

export const bannerImp = (fields: object = {}) => ({ id: '1', banner: { w: 300, h: 250 }, ...fields });
export const videoImp = (fields: object = {}, video: object = {}) => ({
  id: '1',
  video: { mimes: ['video/mp4'], w: 640, h: 360, protocols: [13], ...video },
  ...fields,
});

const NATIVE = {
  ver: '1.2',
  assets: [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 150 } },
    { id: 3, required: 1, data: { type: 1 } },
    { id: 4, data: { type: 2, len: 140 } },
    { id: 5, data: { type: 12 } },
    { id: 6, img: { type: 1, wmin: 50, hmin: 50 } },
    { id: 7, data: { type: 3 } },
  ],
  eventtrackers: [
    { event: 1, methods: [1, 2] },
    { event: 2, methods: [1] },
  ],
};
export const nativeImp = (fields: object = {}, request: object = NATIVE) => ({
  id: '1',
  native: { request: JSON.stringify(request), ver: '1.2' },
  ...fields,
});
export { NATIVE as nativeRequestFields };

export const request = (fields: object = {}) => ({
  id: 'req-1',
  imp: [bannerImp()],
  site: { domain: 'forum.example', page: 'https://forum.example/a', keywords: 'shoes, Running' },
  device: { ua: BROWSER, ip: '203.0.113.7', geo: { country: 'DEU' }, language: 'de' },
  at: 1,
  cur: ['USD'],
  ...fields,
});
