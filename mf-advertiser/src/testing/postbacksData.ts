import type {
  ConversionGoal,
  OutgoingPostback,
  PostbackCall,
  PostbackLog,
  PostbackLogEntry,
} from '@ezdash/contracts';

export const makeGoal = (fields: Partial<ConversionGoal> = {}): ConversionGoal => ({
  id: 'g_1001',
  name: 'Order',
  window_days: 30,
  duplicates: 'once',
  value_kind: 'dynamic',
  value_micros: null,
  repeats: 'reject',
  pixel: false,
  requires_key: true,
  allowed_addresses: [],
  old_key_until: null,
  state: 'active',
  created_at: '2026-11-01T10:00:00.000Z',
  last_received_at: null,
  postback_url: 'https://ads.example/postback?goal=g_1001&click_id={click_id}&value={value}&key={key}',
  pixel_url: null,
  ...fields,
});

export const makeEntry = (fields: Partial<PostbackLogEntry> = {}): PostbackLogEntry => ({
  id: 'pl_1001',
  goal: { id: 'g_1001', name: 'Order' },
  received_at: '2026-11-20T10:00:00.000Z',
  source: 'postback',
  method: 'GET',
  address: null,
  request: 'goal=g_1001&click_id=019aa3b4-2c00-7123-8456-0123456789ab&key=…',
  status: 200,
  code: null,
  answer: '{"status":"recorded"}',
  verdict: 'attributed',
  took_ms: 12,
  ...fields,
});

export const makeLog = (
  entries: PostbackLogEntry[] = [makeEntry()],
  next: string | null = null,
): PostbackLog => ({
  entries,
  next,
  kept_days: 14,
});

export const makeOutgoing = (fields: Partial<OutgoingPostback> = {}): OutgoingPostback => ({
  id: 'op_1001',
  name: 'Our tracker',
  url: 'https://tracker.example/hook?id={click_id}',
  method: 'GET',
  goal_id: null,
  events: ['approved'],
  state: 'active',
  created_at: '2026-11-01T10:00:00.000Z',
  rests_until: null,
  waiting: 0,
  dead: 1,
  ...fields,
});

export const makeCall = (fields: Partial<PostbackCall> = {}): PostbackCall => ({
  id: 'pk_1001',
  outgoing: { id: 'op_1001', name: 'Our tracker' },
  conversion_id: 'cv_1001',
  event: 'approved',
  is_test: false,
  state: 'dead',
  attempts: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  due_at: null,
  last_at: '2026-11-20T10:00:01.000Z',
  last_status: 410,
  last_error: null,
  last_answer: 'gone',
  ...fields,
});
