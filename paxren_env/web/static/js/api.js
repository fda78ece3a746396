// Requests to the server: JSON there and back, or an error in words.

async function answerOf(response) {
  const text = await response.text();
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    body = { detail: text };
  }
  if (!response.ok) throw new Error(body.detail ?? response.statusText);
  return body;
}

export const get = async (path) => answerOf(await fetch(path));

export const post = async (path, body) =>
  answerOf(await fetch(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }));

export async function download(path, body, name) {
  const response = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  if (!response.ok) await answerOf(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
