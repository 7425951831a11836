import Telemetry

/// Of whatever a master key seals, in each module that seals anew.
package enum ResealMetrics {
    package static let failures = Counter.labelled(
        "care_reseal_failures_total",
        "rows that could not be sealed anew for a new master key, since they do not open: a person key, an event, a signing key, an event key, a mail, a factor, "
            + "a licence, a webhook secret, a webhook event. Counted in every round", by: "what")
}
