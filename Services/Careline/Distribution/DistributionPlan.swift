/// What `careline migrate --distributed --plan` says of a service.
struct DistributionPlan: Encodable {
    /// By table: the column that it is spread by, or `everywhere`, `coordinator`, `leaving`, `nowhere`.
    let tables: [String: String]
    let obstacles: [Obstacle]

    init(_ distribution: Distribution, _ catalogue: Catalogue) {
        tables = distribution.places.mapValues { place in
            switch place {
            case .spread(let column): column
            case .everywhere: "everywhere"
            case .coordinator: "coordinator"
            case .leaving: "leaving"
            case .nowhere: "nowhere"
            }
        }
        obstacles = distribution.obstacles(catalogue)
    }
}
