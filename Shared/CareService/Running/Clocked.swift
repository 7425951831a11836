import CareModels
import Foundation

/// What knows the time: a service's dependencies.
package protocol Clocked {
    var now: @Sendable () -> Date { get }
}

extension Clocked {
    /// Now, to the millisecond: what cursors, JSON, FHIR and events can spell, so that what is stored is what was told.
    package var moment: @Sendable () -> Date { { [now] in now().wholeMilliseconds } }
}
