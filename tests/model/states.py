# SPDX-License-Identifier: GPL-2.0-or-later
"""States that are kept between calls (spec/07): every field of a state, the moves, the prepared store, the resumed gap search.
Undefined is raised where the reference crashes, damages the tree or answers wrongly; its text names the quirk (spec/07 section 6)."""
from maple_model import *
class Undefined(Exception): pass
def lo_of(m,o): return m.node.lasts[o-1]+1 if o else m.min
def put(m,n,i):
    "walk down from node n, whose limits are m.min..m.max, to index i; all fields agree afterwards"
    while True:
        k=0
        while k<len(n.lasts)-1 and i>n.lasts[k]: k+=1
        lo=n.lasts[k-1]+1 if k else m.min;hi=n.lasts[k]
        if n.leaf: break
        m.min,m.max=lo,hi;n=n.slots[k]
    m.node=n;m.offset=k;m.end=len(n.slots)-1;m.index=lo;m.last=hi
    return n.slots[k]
# ---- gap search
def fail(m): m.status='error';m.node=None;return False
def climb(m):
    n=m.node;m.offset=n.pslot;n=n.parent;m.node=n;m.min=m.t.nmin(n);m.max=m.t.nmax(n)
def onward(m):
    if m.status=='error': return False
    if m.node is None: raise Undefined('search-no-node')
    while True:
        if m.node.parent is None:
            if m.offset>=len(m.node.slots)-1: return fail(m)
        else: climb(m)
        if m.offset<len(m.node.slots)-1: break
    m.offset+=1;return True
def back(m):
    if m.node is None: raise Undefined('search-no-node')
    while True:
        if m.node.parent is None:
            if m.offset==0: return False
        else: climb(m)
        if m.offset: break
    m.offset-=1;return True
def nodeless(m,lo,hi,size,rev):
    r=m.t.root
    if m.t.isnode(): raise Undefined('search-stale-none')
    if m.status=='root' and lo==0:
        lo=1
        if lo>hi or hi-lo+1<size: return EBUSY
    a=hi-size+1 if rev else lo
    if a==0 and r is not None: raise Undefined('search-stale-none')
    m.index,m.last=a,a+size-1;return 0
def area(t,m,lo,hi,size,rev):
    if lo>hi or size==0 or hi-lo<size-1: return EINVAL
    seen=m.node if rev and m.status!='start' else None
    if m.status=='start': t.from_root(m)
    elif m.status=='error':
        if m.offset<2:
            if rev: raise Undefined('search-rev-error')
            return EBUSY
        m.offset-=2;m.index,m.last=lo,hi;return EBUSY
    elif m.status in('none','root') and m.offset>=2:
        if not rev: m.offset-=2
    elif not rev:
        if m.offset>=2: m.offset-=2
        elif not onward(m): return EBUSY
    elif m.offset<2 and not back(m): return EBUSY
    if m.status in('none','root'): return nodeless(m,lo,hi,size,rev)
    if m.node is None: raise Undefined('search-no-node')
    if rev: m.offset=m.offset-2 if m.offset>=2 else len(m.node.slots)-1
    m.index,m.last=lo,hi
    while True:
        r=step_rev(m,size) if rev else step_fwd(m,size)
        if m.status=='error': return EBUSY
        if r is not None: break
        if seen is m.node:
            if rev:
                if not back(m): return EBUSY
            elif not onward(m): return EBUSY
        else: seen=m.node
    if rev:
        p,g=r;m.last=min(hi,p+g-1);m.index=m.last-size+1
    else: m.index=max(lo,r);m.last=m.index+size-1
    m.end=len(m.node.slots)-1;return 0
def step_fwd(m,size):
    n=m.node;E=len(n.slots)-1;o=m.offset;p=lo_of(m,o)
    while o<=E:
        l=n.lasts[o]
        if m.index<=l:
            g=None
            if n.gaps is not None: g=n.gaps[o]
            elif n.slots[o] is None: g=(min(l,m.last)-max(m.index,p)+1)&M
            if g is not None and g>=size:
                if n.leaf:
                    if p>m.last: raise Undefined('search-window-behind')
                    m.offset=o;return p
                m.node=n.slots[o];m.min,m.max,m.offset=p,l,0;return None
        p=l+1
        if m.last<=l: fail(m);return None
        o+=1
    m.offset=o;return None
def step_rev(m,size):
    n=m.node;o=m.offset;p=lo_of(m,o)
    while m.last<p:
        if o==0: raise Undefined('search-window-below')
        o-=1;p=lo_of(m,o)
    l=n.lasts[o]
    while True:
        if m.index>l: fail(m);return None
        g=0
        if n.gaps is not None: g=n.gaps[o]
        elif n.slots[o] is None: g=(l-p+1)&M
        down=1
        if g:
            if size<=g and size<=((m.last-p+1)&M): break
            if n.gaps is None: down=2
        if o<down:
            if n.parent is None: fail(m)
            return None
        o-=down;l=n.lasts[o];p=lo_of(m,o)
    if size-1>l-m.index: fail(m);return None
    if n.leaf: m.offset=o;return p,g
    m.node=n.slots[o];m.min,m.max=p,l;m.offset=len(m.node.slots)-1;return None
# ---- states
class State(Mas):
    "prep: True between a successful prepare and its store"
    def __init__(s,t,a,z): Mas.__init__(s,t,a,z);s.prep=False
    def fields(s):
        d=dict(s=s.status,i=hex(s.index),l=hex(s.last))
        if s.status in('active','overflow','underflow') and s.node is not None:
            d.update(o=s.offset,e=s.end,lo=hex(s.min),hi=hex(s.max))
            if not s.node.leaf: d['in']=True
        return d
    def reset(s): s.status='start';s.node=None
    def pause(s): s.status='pause';s.node=None
    def set(s,a,z): s.reset();s.index,s.last=a,z
    def range(s,a,z): s.index,s.last=a,z
    # moves
    def at_node(s):
        if s.node is None: raise Undefined('R-Q1')
        if not s.node.leaf: raise Undefined('move-inner')
    def walk(s):
        s.status='start';c=s.t.from_root(s)
        if s.status=='none': s.index,s.last=0,M;return None
        if s.status=='root':
            if s.index==0: s.last=0;return c
            s.index,s.last,s.status=1,M,'none';return None
        return put(s,s.node,s.index)
    def fwd(s,mx,empty):
        s.at_node()
        if s.max>=mx and (s.node.lasts[s.offset] if s.offset<s.end else s.max)>=mx: s.status='overflow';return None
        if s.offset<s.end: s.index=s.node.lasts[s.offset]+1
        else:
            if s.last>=mx or s.max>=mx: s.status='overflow';return None
            lo=s.max+1;n=s.t.find(lo)[0]
            s.node=n;s.min,s.max=lo,s.t.nmax(n);s.offset=0;s.end=len(n.slots)-1;s.index=lo;s.last=n.lasts[0]
            if n.slots[0] is not None or empty: return n.slots[0]
            if s.last>=mx: s.status='overflow';return None
            s.index=s.last+1
        while True:
            s.offset+=1
            if s.end<=s.offset<len(s.node.slots)-1: raise Undefined('short-end')
            s.last=s.node.lasts[s.offset] if s.offset<s.end else s.max
            e=s.node.slots[s.offset]
            if e is not None or empty: return e
            if s.last>=mx: s.status='overflow';return None
            s.index=s.last+1
            if s.offset>=s.end: raise Undefined('two-gaps')
    def bwd(s,mn,empty):
        s.at_node()
        if s.min<=mn and lo_of(s,s.offset)<=mn: s.status='underflow';return None
        while True:
            if s.offset: s.offset-=1;s.last=(s.index-1)&M;s.index=lo_of(s,s.offset)
            else:
                if s.index<=mn or s.min==0 or s.min-1<mn: s.status='underflow';return None
                hi=s.min-1;n=s.t.find(hi)[0]
                if len(n.slots)<2: raise Undefined('prev-one-slot')
                s.node=n;s.min,s.max=s.t.nmin(n),hi;s.offset=s.end=len(n.slots)-1;s.last=hi;s.index=lo_of(s,s.offset)
            e=s.node.slots[s.offset]
            if e is not None or empty: return e
            if s.index<=mn: s.status='underflow';return None
    def fresh(s):
        if s.status in('root',) and s.t.isnode(): raise Undefined('stale-root')
    def next(s,mx,empty=False):
        if s.last>=mx: s.status='overflow';return None
        st=s.status;s.fresh()
        if st in('none','pause','start'): s.walk()
        elif st=='overflow': s.status='active'
        elif st=='underflow':
            e=s.walk()
            if e is not None: return e
        elif st=='error': return None
        if s.status=='root':
            if st=='none' and s.index==0: s.index=s.last=0;return None
            s.index,s.last,s.status=1,M,'none'
        return s.fwd(mx,empty) if s.status=='active' else None
    def prev(s,mn,empty=False):
        if s.index<=mn: s.status='underflow';return None
        st=s.status;s.fresh()
        if st in('none','pause','start'): s.walk()
        elif st=='underflow': s.status='active'
        elif st=='overflow':
            e=s.walk()
            if e is not None: return e
        elif st=='error': return None
        if s.status=='root': s.index=s.last=0;return s.t.root
        if s.status=='none':
            if s.index: s.index=s.last=0;s.status='root';return s.t.root
            return None
        return s.bwd(mn,empty)
    def find(s,mx,empty=False):
        st=s.status;go=False;s.fresh()
        if st=='active':
            if s.last>=mx: return None
        elif st=='start': go=True
        elif st in('pause','none'):
            if s.last>=mx: return None
            if st=='pause': s.last+=1
            s.index=s.last;go=True
        elif st in('underflow','overflow'):
            if st=='underflow':
                if s.index>=mx: s.status='overflow';return None
            elif s.last>=mx: return None
            e=s.walk()
            if e is not None: return e
        elif st=='error': return None
        if go:
            s.status='start'
            if s.index>mx: return None
            e=s.walk()
            if e is not None: return e
        if s.status=='root': s.index,s.last,s.status=1,M,'none';return None
        if s.status=='none': return None
        if st!='active' and s.index==mx: return None
        e=s.fwd(mx,empty)
        if not empty: s.status='active'
        return e
    def find_rev(s,mn,empty=False):
        st=s.status;go=False;s.fresh()
        if st=='start': go=True
        elif st=='pause':
            if s.index<=mn: s.status='underflow';return None
            s.index-=1;s.last=s.index;go=True
        elif st=='none':
            if s.index<=mn: return None
            s.last=s.index;go=True
        elif st=='overflow':
            if s.index<=mn: s.status='underflow';return None
            s.status='active'
        elif st=='underflow':
            if s.index<=mn: return None
            s.status='active'
        elif st=='root': s.status='none';return None
        elif st=='error': return None
        if go:
            s.status='start'
            if s.index<mn: return None
            e=s.walk()
            if e is not None: return e
            if s.status=='root': s.status='none';return None
            if s.status=='none': s.index=s.last=0;s.status='root';return s.t.root
        if s.index<mn: return None
        return s.bwd(mn,empty)
    # writes
    def write(s,v):
        t=s.t;ty=s.type;n=s.node
        t.write(s,v);r=t.root
        if ty=='store_root':
            if t.isnode(): s.status='active';s.node=r;s.offset=r.lasts.index(s.last)
            elif v is not None: s.status='start';s.node=None
        elif ty=='new_root' or ty=='spanning_store' and s.index==0 and s.last==M:
            if v is None: s.status='start';s.node=None
            else: s.status='active';s.node=r
        elif ty in('append','slot_store','node_store'):
            if ty=='node_store' and t.rcu: s.node=r if n.parent is None else n.parent.slots[n.pslot]
            s.offset=s.o+(s.r_min<s.index)
            if ty!='slot_store': s.end=s.new_end
        elif ty!='exact_fit':
            s.min,s.max=0,M;put(s,r,s.index)
            if ty!='split_store': s.depth=0
    def done(s): s.t.destroy_mas(s);s.prep=False
    def typed(s,v):
        s.check_type(v);s.t.wtype(s,v)
    def check_type(s,v):
        if s.status in('error',): raise Undefined('store-after-error')
        if s.status=='root' and s.t.isnode(): raise Undefined('stale-root')
        if s.status=='active' and s.last<=s.max:
            n=s.node;o=s.offset
            if not(v is None and n.leaf and s.last==s.max) and (s.index<lo_of(s,min(o,len(n.slots)-1)) or s.index>s.max): raise Undefined('left')
        if s.index>s.last: raise Undefined('reversed')
    def prepare(s,v):
        s.typed(v)
        if s.req:
            s.pool.flag_prealloc=False
            if not s.pool.need(s.req): s.pool.pending=0;s.done();s.reset();return ENOMEM
        s.pool.flag_prealloc=True;s.prep=True;return 0
    def reread(s):
        n=s.node;E=len(n.slots)-1;o=s.offset
        while o<E and s.index>n.lasts[o]: o+=1
        s.offset=o;s.end=E
        s.r_max=n.lasts[o] if o<E else s.max
        s.r_min=lo_of(s,o)
        if s.type=='spanning_store': return
        oe=o
        while oe<E and s.last>n.lasts[oe]: oe+=1
        s.o,s.oe,s.E=o,oe,E;s.content=n.slots[o];s.end_piv=n.lasts[oe] if oe<E else s.max
        s.new_end=E+2-(oe-o)-(s.r_min==s.index)-(s.end_piv==s.last)
    def fits(s,v):
        "None if the store of the prepared type is right for the place the state stands at now, else the name of the quirk; changes nothing that matters"
        t=s.t
        if s.index>s.last: return 'reversed'
        if s.type=='store_root':
            if t.isnode(): return 'stale-root'
            need=0 if v is None or (s.index==s.last==0 and v!='z') else 1
            return None if s.pool.total()>=need else 'dry'
        if s.node is None or s.status not in('active','overflow','underflow'): return 'commit-no-node'
        if s.index>s.max or s.last>s.max: return 'outside'
        save=s.offset,s.end;s.reread();keep=s.offset;s.offset,s.end=save
        if s.index<s.r_min: return 'left'
        n=s.node
        if s.type=='spanning_store':
            L,_=t.descend(n,s.index)
            if n.leaf and v is None: return 'span-null-from-leaf'
            return None if s.last>=t.nmax(L) else 'span-in-leaf'
        if not n.leaf: return 'inner'
        o,oe,E,ne,ty=s.o,s.oe,s.E,s.new_end,s.type
        if v is None:
            if s.last==s.max and s.max<M: return 'null-end'
            if (n.slots[o] if s.index>s.r_min else n.slots[o-1] if o else 1) is None: return 'null-neighbour'
            if (n.slots[oe] if s.last<s.end_piv else n.slots[oe+1] if oe<E else 1) is None: return 'null-neighbour'
        if ty=='exact_fit': return None if s.r_min==s.index and s.r_max==s.last else 'exact-larger'
        if ty=='append': return None if o==E and E<ne<=15 else 'append'
        if ty=='slot_store':
            a,b=s.index==s.r_min,s.last==s.end_piv
            return None if oe-o==1 and a!=b or oe-o==2 and not a and not b else 'slot'
        if ty=='node_store': return None if ne<=15 and(ne>=6 or n.parent is None) and s.pool.total()>=t.rcu else 'node'
        if ty=='split_store': return None if ne>=16 else 'split'
        if ty=='rebalance':
            P=n.parent;sib=P.slots[n.pslot+1] if n.pslot<len(P.slots)-1 else P.slots[n.pslot-1]
            return None if ne+1+len(sib.slots)<=31 else 'dry'
        if ty=='new_root': return None if s.index==0 and s.last==M else 'new-root'
    def commit(s,v):
        w=s.fits(v)
        if w: raise Undefined(w)
        if s.type=='store_root': s.t.start_walk(s,v)
        else: s.reread()
        s.write(v);s.done()
    def store(s,v):
        a,z=s.index,s.last
        while True:
            s.typed(v)
            if s.pool.need(s.req): s.write(v);ret=0;break
            if not s.t.nomem(s): ret=ENOMEM;break
            if v is None: s.index,s.last=a,z
        s.done();return ret
    def erase(s):
        i=s.index;s.status='start';t=s.t
        c=t.from_root(s)
        if s.status=='active': c=put(s,s.node,i)
        if c is None: return None
        s.reset();s.typed(None)
        if not s.pool.need(s.req): raise RuntimeError('no failures here')
        s.write(None);s.done();return c
    def area(s,lo,hi,size,rev): return area(s.t,s,lo,hi,size,rev)
    def cyclic(s,v,lo,hi,nxt):
        t=s.t;res=0;fr=max(lo,nxt);ret=s.area(fr,hi,1,False)
        if ret==0:
            if t.wrapped: t.wrapped=False;res=1
        elif fr>lo:
            s.reset();ret=s.area(lo,hi,1,False)
            if ret==0: res=1
        if ret: return ret,None,None
        if s.status=='start':
            if t.from_root(s) is not None: return EEXIST,None,None
        s.typed(v)
        if not s.pool.need(s.req): raise RuntimeError('no failures here')
        if s.type=='spanning_store' or s.type not in('new_root','store_root') and (s.node.slots[s.o] is not None or s.last>s.r_max): return EEXIST,None,None
        s.write(v);i=s.index;s.done();na=(i+1)&M
        if na==0: t.wrapped=True
        return res,i,na
