#if canImport(AuthenticationServices) && !os(watchOS)
    import AuthenticationServices

    /// Presents a login in the system's browser sheet: `care.session.logIn(scopes: …, present: AppleBrowser(scheme: "my-app", anchor: window).present)`.
    @MainActor
    public final class AppleBrowser: NSObject, ASWebAuthenticationPresentationContextProviding {
        private let scheme: String
        private let anchor: ASPresentationAnchor
        private var running: ASWebAuthenticationSession?

        /// `scheme` is that of the app's redirect address.
        public init(scheme: String, anchor: ASPresentationAnchor) {
            self.scheme = scheme
            self.anchor = anchor
        }

        /// The address that the browser was sent to at the end. A task that is cancelled takes the sheet away.
        public nonisolated func present(_ address: URL) async throws -> URL { try await open(address) }

        private func open(_ address: URL) async throws -> URL {
            let callback = Waiters<URL>()
            return try await withTaskCancellationHandler {
                try await callback.wait {
                    // It is called on a queue of the system's, where nothing of the main actor may run.
                    let session = ASWebAuthenticationSession(url: address, callbackURLScheme: scheme) { @Sendable url, error in
                        callback.resume(with: Self.result(url, error))
                    }
                    session.presentationContextProvider = self
                    running = session
                    // As where the app is not in front: nothing is called then.
                    if !session.start() { callback.resume(with: .failure(LoginFault.denied("server_error"))) }
                }
            } onCancel: {
                Task { @MainActor in self.running?.cancel() }
            }
        }

        private nonisolated static func result(_ callback: URL?, _ error: (any Error)?) -> Result<URL, any Error> {
            if let callback { return .success(callback) }
            let isCancelled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
            return .failure(LoginFault.denied(isCancelled ? "access_denied" : "server_error"))
        }

        public nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            MainActor.assumeIsolated { anchor }
        }
    }
#endif
