/// A change of a container by a call of `moonwire attach`.
enum AttachedChange {
    case reload
    case parameter(String)
}
