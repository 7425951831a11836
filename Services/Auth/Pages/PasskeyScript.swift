import HTTP

/// What a browser does with a passkey: the one thing that pages cannot do without a script. It is in its page, allowed by its hash, and knows nothing but the form.
enum PasskeyScript {
    static let text = #"""
        const form = document.getElementById("passkey"), fault = document.getElementById("fault");
        const ceremony = form.dataset.ceremony;
        const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
        const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
        const known = (list) => (list || []).map((each) => ({ ...each, id: bytes(each.id) }));

        function options() {
            const read = JSON.parse(form.dataset.options);
            read.challenge = bytes(read.challenge);
            if (ceremony === "create") {
                read.user.id = bytes(read.user.id);
                read.excludeCredentials = known(read.excludeCredentials);
            } else {
                read.allowCredentials = known(read.allowCredentials);
            }
            return { publicKey: read };
        }

        function sent(made) {
            const answer = made.response, response = { clientDataJSON: text(answer.clientDataJSON) };
            if (ceremony === "create") {
                response.attestationObject = text(answer.attestationObject);
                response.transports = answer.getTransports ? answer.getTransports() : [];
            } else {
                response.authenticatorData = text(answer.authenticatorData);
                response.signature = text(answer.signature);
                if (answer.userHandle) response.userHandle = text(answer.userHandle);
            }
            return JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, response });
        }

        function run() {
            fault.hidden = true;
            Promise.resolve().then(() => navigator.credentials[ceremony](options())).then((made) => {
                document.getElementById("credential").value = sent(made);
                form.submit();
            }).catch(() => { fault.hidden = false; });
        }

        form.addEventListener("submit", (event) => {
            event.preventDefault();
            run();
        });
        if (ceremony === "get") run();
        """#

    /// For `script-src` of the Content Security Policy.
    static let source = PagePolicy.source(of: text)
}
