import { XeroRefusal } from './errors';
import { whereTest } from './where';

const row = {
  Reference: 'payment:42',
  Status: 'AUTHORISED',
  Total: 250.5,
  Date: '/Date(1795305600000+0000)/',
  SentToContact: true,
  Contact: { ContactID: 'fe79f7dd-b6d4-4a92-ba7b-538af6289c58', Name: 'Acme "Ads"' },
};

it.each([
  ['Reference=="payment:42"', true],
  ['Reference == "payment:43"', false],
  ['Reference!=null AND Total>=250.5', true],
  ['Missing==null', true],
  ['Total>250.5 OR Total<=1', false],
  ['Status=="PAID" || Status=="AUTHORISED" && SentToContact==true', true],
  ['(Status=="PAID" OR Status=="AUTHORISED") AND !SentToContact', false],
  ['SentToContact', true],
  ['Contact.ContactID==guid("FE79F7DD-b6d4-4a92-ba7b-538af6289c58")', true],
  ['Contact.ContactID=Guid', 'refused'],
  [String.raw`Contact.Name=="Acme \"Ads\""`, true],
  ['Contact.Name.StartsWith("Acme") and Contact.Name.Contains("Ad")', true],
  ['Contact.Name.EndsWith("x")', false],
  ['Reference.ToUpper()=="PAYMENT:42"', true],
  ['Date>=DateTime(2026, 11, 22)', true],
  ['Date<DateTime(2026,11,22)', false],
  ['Date==DateTime(2026,11,22)', true],
  ['Reference==', 'refused'],
  ['Reference="payment:42"', 'refused'],
  ['(Total==1', 'refused'],
  ['Total==1)', 'refused'],
  ['Contact.Name.Reverse()=="x"', 'refused'],
  ['Reference=="a" "b"', 'refused'],
  ['process.exit(1)', 'refused'],
])('%s is %s', (text, wanted) => {
  const result = () => whereTest(text)(row);
  if (wanted === 'refused') expect(result).toThrow(XeroRefusal);
  else expect(result()).toBe(wanted);
});
