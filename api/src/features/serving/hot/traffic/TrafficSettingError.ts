/** The operator set up the rules of traffic wrongly; the message is a sentence that names the setting. */
export class TrafficSettingError extends Error {
  override readonly name = 'TrafficSettingError';
}
