/// Why a service cannot be built together with the others of its cycle.
enum CycleObstacle {
    case scope(ServiceScope)
    case otherScope(ServiceScope, than: ServiceScope, of: String)
    case asynchronous
    case reload(ReloadPolicy)

    /// The key of the definition that is the reason.
    var key: String {
        switch self {
        case .scope, .otherScope: "scope"
        case .asynchronous: "type"
        case .reload: "reload"
        }
    }
}
