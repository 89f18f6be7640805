/// The recipes of a generation, by the places of their services.
final class RecipeBook: @unchecked Sendable {  // Constants, in memory that the initializer alone writes.
    private let pages: UnsafeMutablePointer<Unmanaged<Recipe>?>
    private let count: Int

    init(_ services: [PlannedService]) {
        let recipes = services.map { Recipe($0, among: services) }
        let pages = UnsafeMutablePointer<Unmanaged<Recipe>?>.allocate(capacity: max(1, recipes.count))
        for (place, recipe) in recipes.enumerated() {
            pages.advanced(by: place).initialize(to: recipe.map(Unmanaged.passRetained))
        }
        for recipe in recipes { recipe?.link { pages[$0] } }
        self.pages = pages
        count = recipes.count
    }

    deinit {
        for place in 0..<count { pages[place]?.release() }
        pages.deallocate()
    }

    /// The recipe of the service at a place; nil for one that is built step by step.
    @inline(__always) subscript(place: Int) -> Unmanaged<Recipe>? { pages[place] }
}
