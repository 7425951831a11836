"use strict";
// The API's reference: Swagger UI over this platform's own contract. Requests and logins go where the page came from, whatever address the
// contract names, and nowhere else.
(async () => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", paint);
  paint();
  const place = document.getElementById("reference");
  const answer = await fetch(place.dataset.contract);
  const contract = await answer.json();
  const here = location.origin;
  contract.servers = [{ url: here }];
  for (const scheme of Object.values(contract.components.securitySchemes)) {
    for (const flow of Object.values(scheme.flows ?? {})) {
      for (const name of ["authorizationUrl", "tokenUrl", "refreshUrl"]) {
        if (flow[name]) flow[name] = here + new URL(flow[name], here).pathname;
      }
    }
  }
  // Of the ways to prove who one is, those that go from a page: a person's login, and a token that one has. Nobody types a machine's secret here.
  const { oauth, bearer } = contract.components.securitySchemes;
  delete oauth.flows.clientCredentials;
  contract.components.securitySchemes = { oauth, bearer };
  // The dialog would open at its last field, which takes the focus: it begins with the login.
  new MutationObserver(() => {
    const dialog = place.querySelector(".modal-ux-content:not([data-is-open])");
    if (!dialog) return;
    dialog.dataset.isOpen = "";
    dialog.querySelector("input, button")?.focus({ preventScroll: true });
    dialog.scrollTop = 0;
  }).observe(place, { childList: true, subtree: true });
  const reference = SwaggerUIBundle({
    spec: contract,
    domNode: place,
    deepLinking: true,
    docExpansion: "none",
    validatorUrl: null,
    // There is one server, and it is this one.
    plugins: [() => ({ wrapComponents: { ServersContainer: () => () => null } })],
    persistAuthorization: false,
    oauth2RedirectUrl: here + "/docs/login",
    requestInterceptor: (request) => {
      if (new URL(request.url, here).origin !== here) throw new Error("only this platform is asked");
      return request;
    },
  });
  reference.initOAuth({ clientId: place.dataset.client, scopes: "openid", usePkceWithAuthorizationCodeGrant: true });
})();
