import Foundation

/// Something that is to come to its end though the app goes out of sight meanwhile: Apple's systems would stop it in the midst, for hours. Elsewhere it is nothing.
struct ExpiringActivity: Sendable {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        private let isOver = DispatchSemaphore(value: 0)

        init(_ reason: String) {
            let isOver = isOver
            ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { isExpiring in
                // The first call holds the activity for as long as it is here; the second says that there is no more time.
                if isExpiring { isOver.signal() } else { isOver.wait() }
            }
        }

        func end() { isOver.signal() }
    #else
        init(_ reason: String) {}

        func end() {}
    #endif
}
