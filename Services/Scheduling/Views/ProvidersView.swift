/// A page of providers.
struct ProvidersView: Encodable {
    var items: [ProviderView]
    var nextCursor: String?
    /// Where nobody was found, the specialty of the list that is spelled nearly so.
    var didYouMean: String?
}
