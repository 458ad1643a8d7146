import { VIDEO } from '@ezdash/contracts';
import { mp4Of } from './testVideo';
import { inspectVideo } from './videoFile';

test('an MP4 says how long it runs and how large it is', () => {
  const bytes = mp4Of({ paddingBytes: 100_000 });
  expect(inspectVideo(bytes, 'video/mp4')).toEqual({
    ok: true,
    video: {
      width: 640,
      height: 360,
      parts: { duration_ms: 15_000, bitrate_kbps: Math.round((bytes.length * 8) / 15_000), codec: 'h264' },
    },
  });
});

test('a video that is shown turned is measured as it is shown', () => {
  expect(inspectVideo(mp4Of({ turned: true }), 'video/mp4')).toMatchObject({
    ok: true,
    video: { width: 360, height: 640 },
  });
});

test.each<[string, Buffer, RegExp]>([
  ['nothing', Buffer.alloc(0), /not a video/],
  ['something else', Buffer.from('hello, world, this is text'), /not a video/],
  ['sound alone', mp4Of({ handler: 'soun' }), /not a video/],
  ['half of the boxes', mp4Of().subarray(0, 60), /not a video/],
  ['H.265', mp4Of({ codec: 'hvc1' }), /^The video is in H\.265, .* Use H\.264$/],
  ['AV1', mp4Of({ codec: 'av01' }), /in AV1/],
  ['a codec with a name of its own', mp4Of({ codec: '<b>x' }), /in the codec \?b\?x/],
  ['encrypted pictures', mp4Of({ codec: 'encv' }), /an encrypted form/],
  ['sound that not all play', mp4Of({ sound: 'ac-3' }), /^The sound is in Dolby Digital, .* Use AAC$/],
  ['too short', mp4Of({ durationMs: 500 }), /runs for 1 seconds\. Use 3 to 60/],
  ['too long', mp4Of({ durationMs: 61_000 }), /runs for 61 seconds/],
  ['too wide', mp4Of({ width: 40_000 }), /is 40000×360 pixels\. Use 4096×4096 at most/],
  ['too high', mp4Of({ height: 4_097 }), /4096×4096 at most/],
  ['too heavy', mp4Of({ paddingBytes: VIDEO.mostBytes }), /more than 20 MB/],
])('%s is refused with a sentence', (_title, bytes, sentence) => {
  expect(inspectVideo(bytes, 'video/mp4')).toEqual({ ok: false, problem: expect.stringMatching(sentence) });
});

test('pictures with sound that every player plays are taken', () => {
  expect(inspectVideo(mp4Of({ sound: 'mp4a' }), 'video/mp4')).toMatchObject({ ok: true });
});

describe('boxes without number', () => {
  const sentence = /^The video is in more than 10000 pieces\. Export it as one MP4 without fragments$/;
  const refused = { ok: false, problem: expect.stringMatching(sentence) };

  test('one beside the other are refused', () => {
    const video = mp4Of();
    const free = Buffer.from([0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65]);
    const many = (count: number) => Buffer.concat([video, ...Array.from({ length: count }, () => free)]);
    expect(inspectVideo(many(5_000), 'video/mp4')).toMatchObject({ ok: true });
    expect(inspectVideo(many(10_000), 'video/mp4')).toEqual(refused);
  });

  test('one in the other are refused', () => {
    const depth = 5_000;
    const nested = Buffer.alloc(depth * 8);
    for (let at = 0; at < nested.length; at += 8) {
      nested.writeUInt32BE(nested.length - at, at);
      nested.write('moov', at + 4, 'latin1');
    }
    expect(inspectVideo(Buffer.concat([mp4Of(), nested]), 'video/mp4')).toEqual(refused);
  });
});
