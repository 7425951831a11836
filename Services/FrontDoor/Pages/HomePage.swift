import CareModels
import HTTP

/// What Careline is, in a minute's reading for somebody who has never heard of it.
struct HomePage {
    struct Demo {
        var password: String
        var invitation: String?
    }

    var issuer: String
    var states: [ServiceState]
    var missing: [String]
    var demo: Demo?

    var page: Page {
        Page(
            title: "Careline",
            content: """
                <h1>Careline</h1>
                <p class="lede">\(Self.lede)</p>
                <p>\(Self.wayIn) <code>\(issuer)</code></p>
                \(MissingNote(missing: missing).html)
                <h2 id="services">\(text: "What runs here")</h2>
                <ul class="cards services">
                \(states.map(Self.card))
                </ul>
                <p class="soft">\(Self.seen)</p>
                \(demo.map(accounts))
                <h2 id="begin">\(text: "How to begin")</h2>
                <div class="cards">\(developers)\(operators)\(consumers)</div>
                """)
    }

    private static let lede: Text = """
        The backend of a care platform. Patients find a clinician and book a time, write to them, keep their health records, are watched by their heart rate and \
        reminded of their medication, and find the nearest emergency room that is open.
        """
    private static let wayIn: Text = """
        There is no app in it: yours is what people see. It speaks HTTP and JSON to apps, a WebSocket to those that want to know at once, and Kafka to other \
        systems. All of it is behind this one address:
        """
    private static let seen: Text = """
        As the gateway saw it when it passed this page on. <a href="/status">Status</a> goes on when everything else is down.
        """

    private static func card(_ state: ServiceState) -> HTML {
        let (text, style) = state.word
        return """
            <li class="card"><span class="state \(style)">\(text)</span><strong>\(state.name)</strong><br>\(state.purpose)</li>

            """
    }

    private static let demoWays: Text = """
        This is a demo on one machine. Log in as either of these, or <a href="/docs/api">try a request in the browser</a>:
        """
    private static let demoApp: Text = """
        There is a client already, too: <code>demo-app</code>, redirected to <code>http://127.0.0.1/callback</code> at any port, or to \
        <code>http://localhost:5173/callback</code> or <code>http://localhost:3000/callback</code>. How an app logs people in: \
        <a href="/docs/app-developers#your-app">step by step</a>.
        """
    private static let demoClient: Text = """
        An app of your own logs people in as a client of its own. Register one with the demo's invitation, which is for \
        \(DemoInvitation.clients) clients in the \(DemoInvitation.days) days after the demo's start; the answer has its <code>client_id</code>:
        """

    /// Whoever reads this has nothing else: what is here leads to a first answer.
    private func accounts(_ demo: Demo) -> HTML {
        """
        <h2 id="demo">\(text: "The demo")</h2>
        <p>\(Self.demoWays)</p>
        <ul>
        <li><code>demo-patient</code> – \(text: "Pat Demo, a patient")</li>
        <li><code>demo-provider</code> – \(text: "Dr. Dana Demo, a cardiologist with weekly hours")</li>
        </ul>
        <p>\(text: "The password of both:") <code>\(demo.password)</code></p>
        <p>\(text: "In a terminal, from a login to the free times that can be booked:")</p>
        <pre tabindex="0"><code>TOKEN=$(curl -s \(issuer)/auth/login \\
          -H 'content-type: application/json' \\
          -d '{"username":"demo-patient","password":"\(demo.password)"}' |
          sed -E 's/.*"accessToken":"([^"]+)".*/\\1/')
        curl -s \(issuer)/providers/availability/cardiology \\
          -H "authorization: Bearer $TOKEN"</code></pre>
        \(demo.invitation.map(registration))
        <p>\(Self.demoApp)</p>
        """
    }

    private func registration(_ invitation: String) -> HTML {
        """
        <p>\(Self.demoClient)</p>
        <pre tabindex="0"><code>curl -s \(issuer)/oauth/register \\
          -H 'authorization: Bearer \(invitation)' \\
          -H 'content-type: application/json' \\
          -d '{"client_name":"My app","token_endpoint_auth_method":"none",
            "grant_types":["authorization_code","refresh_token"],
            "redirect_uris":["http://127.0.0.1/callback","http://localhost:5173/callback"],
            "scope":"openid offline_access appointments:read appointments:write"}'</code></pre>
        """
    }

    private var developers: HTML {
        Self.card(
            "You write an app",
            [
                "Look around without a login: <code>curl '\(issuer)/ers/nearest?latitude=49.9&amp;longitude=-97.1'</code>",
                """
                Try requests in the <a href="/docs/api">API reference</a>, or read what <a href="/docs/operations">each operation</a> takes and answers; \
                generate a client from <a href="/openapi.yaml">openapi.yaml</a>.
                """,
                """
                Or take a client that keeps sessions, lists and messages for you: <a href="/docs/sdk">in Swift and for pages</a>.
                """,
                """
                Log people in with any OpenID Connect library: <a href="/.well-known/openid-configuration">the discovery document</a>.
                """,
                """
                Read <a href="/docs/app-developers">the guide for app developers</a>; every error's <code>type</code> leads to <a href="/problems">its page</a>.
                """
            ])
    }

    private var operators: HTML {
        Self.card(
            "You run it",
            [
                "On one machine: <code>make up</code> in the checkout, and nothing else.",
                """
                In containers or on Kubernetes: <a href="/docs/operators">the guide for operators</a>, with every setting, metric and alert.
                """,
                """
                What is sealed, under which keys, and what is left: <a href="/docs/security">security</a>.
                """,
                """
                How fast it is, and on what: <a href="/docs/benchmarks">benchmarks</a>.
                """
            ])
    }

    private var consumers: HTML {
        Self.card(
            "Your system listens to events",
            [
                """
                See which there are: <a href="/docs/events">the events</a>, CloudEvents in Kafka topics.
                """,
                """
                Generate types from <a href="/asyncapi.yaml">asyncapi.yaml</a> or from the JSON Schemas that it names.
                """,
                """
                Read <a href="/docs/event-consumers">the guide for event consumers</a>: order, repetitions, erasure.
                """,
                """
                Without Kafka: have them sent to an address of yours, signed, by <a href="/docs/event-consumers#without-kafka">webhooks</a>.
                """
            ])
    }

    private static func card(_ title: Text, _ steps: [Text]) -> HTML {
        let items: [HTML] = steps.map { "<li>\($0)</li>\n" }
        return """
            <section class="card"><h3>\(title)</h3>
            <ol>
            \(items)</ol></section>

            """
    }
}

/// What the set-up could not make, where there is any.
struct MissingNote {
    var missing: [String]

    var html: HTML? {
        guard !missing.isEmpty else { return nil }
        let lines: [HTML] = missing.map { "<p lang=\"en\">\($0)</p>" }
        return "<div class=\"note\" role=\"note\">\(lines)</div>"
    }
}
