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
