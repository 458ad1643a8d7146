import { fieldOfPath } from './fieldOfPath';

test.each([
  ['name', 'name'],
  ['frequency_cap.count', 'frequency_cap'],
  ['creatives.0.name', 'creatives'],
  ['targeting.countries.include.3', 'countries'],
  ['targeting.devices.include', 'devices'],
  ['targeting.countries.exclude.0', 'targeting'],
  ['targeting.regions.include.0', 'targeting'],
  ['targeting', 'targeting'],
])('%s belongs to %s', (path, field) => expect(fieldOfPath(path)).toBe(field));
