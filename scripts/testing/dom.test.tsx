test('a form is read with its fields, and so is the button that sent it', () => {
  document.body.innerHTML =
    '<form><input name="a" value="1"><input name="b"><button name="go" value="now"></button></form>';
  const [form] = document.forms;
  const submitter = document.querySelector('button');
  expect([...new FormData(form, submitter)]).toEqual([
    ['a', '1'],
    ['b', ''],
    ['go', 'now'],
  ]);
  expect([...new FormData()]).toEqual([]);
});

test('what these tests send by form arrives', async () => {
  const body = new FormData();
  body.append('name', 'Ines');
  const sent = await new Request('http://localhost/', { method: 'POST', body }).formData();
  expect(sent.get('name')).toBe('Ines');
});

test.each(['plain', 'a.b:c', 'creatives[0]', 'Zürich'])('an id such as %s can be selected', (id) => {
  document.body.innerHTML = '';
  const element = document.createElement('i');
  element.id = id;
  document.body.append(element);
  expect(document.querySelector(`#${CSS.escape(id)}`)).toBe(element);
});

test('a digit in front is escaped by its code', () => {
  expect(CSS.escape('1st')).toBe('\\31 st');
});
