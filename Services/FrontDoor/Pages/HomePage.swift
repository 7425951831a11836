import HTTP

/// What Careline is, in a minute's reading for somebody who has never heard of it.
struct HomePage {
    struct Demo {
        var password: String
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
                <p class="lede">The backend of a care platform. Patients find a clinician and book a time, write to them, keep their health records, are \
                watched by their heart rate and reminded of their medication, and find the nearest emergency room that is open.</p>
                <p>There is no app in it: yours is what people see. It speaks HTTP and JSON to apps, a WebSocket to those that want to know at once, and Kafka \
                to other systems. All of it is behind this one address: <code>\(issuer)</code></p>
                \(MissingNote(missing: missing).html)
                <h2 id="services">What runs here</h2>
                <ul class="cards services">
                \(states.map(Self.card))
                </ul>
                <p class="soft">As the gateway saw it when it passed this page on. <a href="/status">Status</a> goes on when everything else is down.</p>
                \(demo.map(accounts))
                <h2 id="begin">How to begin</h2>
                <div class="cards">\(developers)\(operators)\(consumers)</div>
                """)
    }

    private static func card(_ state: ServiceState) -> HTML {
        let (text, style) = state.word
        return """
            <li class="card"><span class="state \(style)">\(text)</span><strong>\(state.name)</strong><br>\(state.purpose)</li>

            """
    }

    /// Whoever reads this has nothing else: what is here leads to a first answer.
    private func accounts(_ demo: Demo) -> HTML {
        """
        <h2 id="demo">The demo</h2>
        <p>This is a demo on one machine. Log in as either of these, or <a href="/docs/api">try a request in the browser</a>:</p>
        <ul>
        <li><code>demo-patient</code>: Pat Demo, a patient</li>
        <li><code>demo-provider</code>: Dr. Dana Demo, a cardiologist with weekly hours</li>
        </ul>
        <p>The password of both: <code>\(demo.password)</code></p>
        <p>In a terminal, from a login to the free times that can be booked:</p>
        <pre tabindex="0"><code>TOKEN=$(curl -s \(issuer)/auth/login -H 'content-type: application/json' \\
          -d '{"username":"demo-patient","password":"\(demo.password)"}' | sed -E 's/.*"accessToken":"([^"]+)".*/\\1/')
        curl -s \(issuer)/providers/availability/cardiology -H "authorization: Bearer $TOKEN"</code></pre>
        <p>An app of your own logs people in as the client <code>demo-app</code>, redirected to <code>http://127.0.0.1/callback</code> at any port.</p>
        """
    }

    private var developers: HTML {
        """
        <section class="card"><h3>You write an app</h3>
        <ol>
        <li>Look around without a login: <code>curl '\(issuer)/ers/nearest?latitude=49.9&amp;longitude=-97.1'</code></li>
        <li>Try requests in the <a href="/docs/api">API reference</a>; generate a client from <a href="/openapi.yaml">openapi.yaml</a>.</li>
        <li>Log people in with any OpenID Connect library: <a href="/.well-known/openid-configuration">the discovery document</a>.</li>
        <li>Read <a href="/docs/app-developers">the guide for app developers</a>; every error's <code>type</code> leads to <a href="/problems">its page</a>.</li>
        </ol></section>
        """
    }

    private var operators: HTML {
        """
        <section class="card"><h3>You run it</h3>
        <ol>
        <li>On one machine: <code>make up</code> in the checkout, and nothing else.</li>
        <li>In containers or on Kubernetes: <a href="/docs/operators">the guide for operators</a>, with every setting, metric and alert.</li>
        <li>What is sealed, under which keys, and what is left: <a href="/docs/security">security</a>.</li>
        <li>How fast it is, and on what: <a href="/docs/benchmarks">benchmarks</a>.</li>
        </ol></section>
        """
    }

    private var consumers: HTML {
        """
        <section class="card"><h3>Your system listens to events</h3>
        <ol>
        <li>See which there are: <a href="/docs/events">the events</a>, CloudEvents in Kafka topics.</li>
        <li>Generate types from <a href="/asyncapi.yaml">asyncapi.yaml</a> or from the JSON Schemas that it names.</li>
        <li>Read <a href="/docs/event-consumers">the guide for event consumers</a>: order, repetitions, erasure.</li>
        </ol></section>
        """
    }
}

/// What the set-up could not make, where there is any.
struct MissingNote {
    var missing: [String]

    var html: HTML? {
        guard !missing.isEmpty else { return nil }
        let lines: [HTML] = missing.map { "<p>\($0)</p>" }
        return "<div class=\"note\" role=\"note\">\(lines)</div>"
    }
}
