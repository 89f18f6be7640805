import Moonwire

/// A person who parks the customers' cars.
public final class Valet: Sendable, Exposed {
    public static let exposure = Exposure(Valet.self) {
        Initializer { Valet() }
    }
}

/// Sells cars in a showroom.
public final class Dealer: Sendable, Exposed {
    public let showroom: String
    public let plate: String
    public let handle: String
    public let valet: Valet?

    init(showroom: String, plate: String, handle: String, valet: Valet?) {
        self.showroom = showroom
        self.plate = plate
        self.handle = handle
        self.valet = valet
    }

    public static let exposure = Exposure(Dealer.self) {
        Initializer("showroom", "plate", "handle", "valet") {
            Dealer(showroom: $0, plate: $1, handle: $2, valet: $3)
        }
    }
}
